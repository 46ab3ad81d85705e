/* A bot in C for all four games, without libraries: for each game it likes some kinds of actions more than others.

   cc -O2 -o bot training/examples/bot.c
   hustings tournament liberte --players 4 --games 1000 --agents exec:./bot,random,random,random

   What to expect: of three others that play at random it wins 80 % there; greedy beats it everywhere. What it
   reads is compact JSON, so a search for "legal":[ finds the legal actions and nothing else. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of actions, best first; + likes high numbers, - low ones, * is every block that is not named. */
static const char *RULES[][2] = {
    {"\"game\":\"copycat\"", "place office+ card+ * pass "},
    {"\"game\":\"die_macher\"", "lobby- refuse+ * number- pass "},
    {"\"game\":\"liberte\"", "display blocks province+ card+ * discard pass "},
    {"\"game\":\"saludos_amigos\"", "close amount+ grant hold * seat card pass drop reject "},
};
static long liking[1000];

static long number(const char *text, const char *key) {
    const char *found = strstr(text, key);
    return found ? strtol(found + strlen(key), NULL, 10) : 0;
}

static void like(const char *hello) {
    const char *rule = "* ", *block = hello;
    for (int game = 0; game < 4; game++)
        if (strstr(hello, RULES[game][0])) rule = RULES[game][1];
    while ((block = strstr(block, "{\"name\":\"")) != NULL) {
        char name[64], marked[66];
        block += strlen("{\"name\":\"");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(block, "\""), block);
        const char *place = strstr(rule, "*");
        int up = 0;
        for (int mark = 0; mark < 3; mark++) {
            snprintf(marked, sizeof marked, "%s%c", name, " +-"[mark]);
            const char *found = strstr(rule, marked);
            if (found && (found == rule || found[-1] == ' ')) place = found, up = mark == 2 ? -1 : mark;
        }
        long first = number(block, "\"first\":"), size = number(block, "\"size\":");
        for (long i = 0; i < size && first + i < 1000; i++)
            liking[first + i] = 1000 * (rule - place) + up * i; /* nearer the beginning is better */
    }
    srand((unsigned)number(hello, "\"seed\":"));
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "{\"type\":\"hello\"", 15) == 0) {
            like(line);
            puts("{\"type\":\"ready\",\"hustings\":1}");
        } else if (strncmp(line, "{\"type\":\"act\"", 13) == 0) {
            char *at = strstr(line, "\"legal\":[") + strlen("\"legal\":");
            long best = -1, alike = 0;
            while (*at == '[' || *at == ',') {
                long action = strtol(at + 1, &at, 10);
                if (best < 0 || liking[action] > liking[best]) best = action, alike = 0;
                if (liking[action] == liking[best] && rand() % ++alike == 0) best = action;
            }
            printf("{\"id\":%ld,\"action\":%ld}\n", number(line, "\"id\":"), best);
        }
        fflush(stdout);
    }
}
