/* One game in one object: its table, and the mask of what is legal, in the object's own memory.

The rules are the game's compiled functions, called by address with Numba's calling convention: a place for the
result and one for an error, records by pointer, and a one-dimensional array as seven values. The Python code that
makes a `Calls` guarantees that these fit together; only actions and seats are checked here. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define NOBODY (-1)
#define NO_SEAT (-2)
#define ARRAY void *, void *, int64_t, int64_t, void *, int64_t, int64_t
#define AS_ARRAY(data, length, size) NULL, NULL, (int64_t)(length), (int64_t)(size), (void *)(data), \
                                     (int64_t)(length), (int64_t)(size)

typedef int (*deal_call)(void **, void **, void *, ARRAY, int64_t, ARRAY, int64_t, uint64_t, ARRAY, int8_t);
typedef int (*advance_call)(void **, void **, void *, void *, int64_t, ARRAY, int8_t);
typedef int (*observe_call)(void **, void **, void *, void *, int64_t, ARRAY);

/* --- Calls: what all games of one kind share ---------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    deal_call deal;
    advance_call advance;
    observe_call observe;
    Py_buffer box, blank;
    PyObject *empty; /* makes an array (S,) float32 */
    Py_ssize_t table_size, mask_at, seat_at, actions, seats, view_size;
    int ask_forced;
} Calls;

static PyTypeObject *calls_type; /* static, so one interpreter a process may import this module */

static PyObject *
calls_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"deal", "advance", "observe", "box", "blank", "seat_at", "actions", "seats",
                            "view_size", "ask_forced", "empty", NULL};
    unsigned long long deal, advance, observe;
    Py_ssize_t seat_at, actions, seats, view_size;
    Py_buffer box, blank;
    int ask_forced;
    PyObject *empty;
    Calls *made;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "KKKy*y*nnnnpO", names, &deal, &advance, &observe, &box, &blank,
                                     &seat_at, &actions, &seats, &view_size, &ask_forced,
                                     &empty))
        return NULL;
    made = (Calls *)type->tp_alloc(type, 0);
    if (made == NULL) {
        PyBuffer_Release(&box);
        PyBuffer_Release(&blank);
        return NULL;
    }
    made->deal = (deal_call)(uintptr_t)deal;
    made->advance = (advance_call)(uintptr_t)advance;
    made->observe = (observe_call)(uintptr_t)observe;
    made->box = box;
    made->blank = blank;
    made->table_size = blank.len;
    made->mask_at = (blank.len + 15) / 16 * 16; /* after the table, aligned */
    made->seat_at = seat_at;
    made->actions = actions;
    made->seats = seats;
    made->view_size = view_size;
    made->ask_forced = ask_forced;
    made->empty = Py_NewRef(empty);
    return (PyObject *)made;
}

static void
calls_dealloc(Calls *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyBuffer_Release(&self->box);
    PyBuffer_Release(&self->blank);
    Py_XDECREF(self->empty);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyType_Slot calls_slots[] = {
    {Py_tp_new, calls_new},
    {Py_tp_dealloc, calls_dealloc},
    {Py_tp_doc, "The compiled rules of a game by their addresses, its box, and its sizes."},
    {0, NULL},
};
static PyType_Spec calls_spec = {"hustings.envs.core.native._one_game.Calls", sizeof(Calls), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, calls_slots};

/* --- OneGame ------------------------------------------------------------------------------------------------ */

typedef struct {
    PyObject_VAR_HEAD
    Calls *calls;
    PyObject *lender; /* the arrays whose memory it works on; NULL for its own memory, right behind this struct */
    char *table, *mask;
} OneGame;

#define TABLE(self) ((self)->table)
#define MASK(self) ((self)->mask)
#define SEAT(self) (*(int8_t *)(TABLE(self) + (self)->calls->seat_at))

static OneGame *
one_game_alloc(PyTypeObject *type, Calls *calls, PyObject *lender)
{
    Py_ssize_t own = lender == NULL ? calls->mask_at + (calls->actions + 7) / 8 * 8 : 0;
    OneGame *made = (OneGame *)type->tp_alloc(type, own);

    if (made != NULL) {
        made->calls = (Calls *)Py_NewRef(calls);
        made->lender = Py_XNewRef(lender);
        made->table = (char *)(made + 1);
        made->mask = made->table + calls->mask_at;
    }
    return made;
}

/* A game that has not been dealt yet. */
static PyObject *
one_game_blank(PyTypeObject *type, PyObject *calls)
{
    if (!PyObject_TypeCheck(calls, calls_type))
        return PyErr_Format(PyExc_TypeError, "not Calls");
    return (PyObject *)one_game_alloc(type, (Calls *)calls, NULL);
}

/* A game in the first table and mask of a batch: playing either plays both. */
static PyObject *
one_game_lent(PyTypeObject *type, PyObject *args)
{
    Calls *calls;
    PyObject *arrays;
    Py_buffer tables, masks;
    OneGame *made = NULL;

    if (!PyArg_ParseTuple(args, "O!O!", calls_type, &calls, &PyTuple_Type, &arrays) ||
        !PyArg_ParseTuple(arrays, "w*w*", &tables, &masks))
        return NULL;
    if (tables.len < calls->table_size || masks.len < calls->actions)
        PyErr_SetString(PyExc_ValueError, "arrays of another size");
    else
        made = one_game_alloc(type, calls, arrays);
    if (made != NULL) {
        made->table = tables.buf;
        made->mask = masks.buf;
    }
    /* The addresses stay valid: `made` holds the arrays, and a batch never resizes them. */
    PyBuffer_Release(&tables);
    PyBuffer_Release(&masks);
    return (PyObject *)made;
}

/* A reward function may refer to what holds the game. There is no tp_clear: every cycle has a Python object, and
   without its calls a game would crash. */
static int
one_game_traverse(OneGame *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->lender);
    Py_VISIT(self->calls);
    return 0;
}

static void
one_game_dealloc(OneGame *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->lender);
    Py_XDECREF(self->calls);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static int
failed(int status)
{
    if (status)
        PyErr_SetString(PyExc_RuntimeError, "a compiled rule has failed");
    return status;
}

static int
advance(OneGame *self, int64_t action, int ask_forced)
{
    Calls *calls = self->calls;
    void *result, *error = NULL;

    return failed(calls->advance(&result, &error, calls->box.buf, TABLE(self), action,
                                 AS_ARRAY(MASK(self), calls->actions, 1), (int8_t)ask_forced));
}

static PyObject *
one_game_deal(OneGame *self, PyObject *seed)
{
    Calls *calls = self->calls;
    void *result, *error = NULL;
    uint64_t key = PyLong_AsUnsignedLongLong(seed);

    if (key == (uint64_t)-1 && PyErr_Occurred())
        return NULL;
    if (failed(calls->deal(&result, &error, calls->box.buf, AS_ARRAY(TABLE(self), 1, calls->table_size), 0,
                           AS_ARRAY(calls->blank.buf, 1, calls->table_size), calls->seats, key,
                           AS_ARRAY(MASK(self), calls->actions, 1), (int8_t)calls->ask_forced)))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
one_game_load(OneGame *self, PyObject *content)
{
    Py_buffer given;
    int right;

    if (PyObject_GetBuffer(content, &given, PyBUF_SIMPLE) < 0)
        return NULL;
    right = given.len == self->calls->table_size;
    if (right)
        memcpy(TABLE(self), given.buf, given.len);
    PyBuffer_Release(&given);
    if (!right) {
        PyErr_SetString(PyExc_ValueError, "a table of another size");
        return NULL;
    }
    /* No action, and `ask_forced`: only the mask is filled, nothing is played. */
    if (advance(self, NOBODY, 1))
        return NULL;
    Py_RETURN_NONE;
}

/* NULL with an error set: by the Python method that returned `result`, or here if it raised nothing. */
static PyObject *
refused(PyObject *result)
{
    if (result != NULL) {
        Py_DECREF(result);
        PyErr_SetString(PyExc_ValueError, "not what can be done here");
    }
    return NULL;
}

/* An action of the seat to decide, if it is legal; else -1 with an error set. */
static int64_t
legal_action(OneGame *self, PyObject *action)
{
    long long number;
    int overflow = 0;

    if (PyLong_CheckExact(action))
        number = PyLong_AsLongLongAndOverflow(action, &overflow);
    else {
        PyObject *index = PyNumber_Index(action);

        if (index == NULL) {
            if (!PyErr_ExceptionMatches(PyExc_TypeError))
                return -1;
            PyErr_Clear();
            overflow = 1;
            number = -1;
        }
        else {
            number = PyLong_AsLongLongAndOverflow(index, &overflow);
            Py_DECREF(index);
        }
    }
    if (overflow || number < 0 || number >= self->calls->actions || !MASK(self)[number]) {
        refused(PyObject_CallMethod((PyObject *)self, "_refuse", "(O)", action));
        return -1;
    }
    return number;
}

static PyObject *
one_game_apply_action(OneGame *self, PyObject *action)
{
    int64_t number = legal_action(self, action);

    if (number < 0 || advance(self, number, self->calls->ask_forced))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
one_game_clone(OneGame *self, PyObject *Py_UNUSED(ignored))
{
    OneGame *made = one_game_alloc(Py_TYPE(self), self->calls, NULL);

    if (made != NULL) {
        memcpy(TABLE(made), TABLE(self), self->calls->table_size);
        memcpy(MASK(made), MASK(self), self->calls->actions);
    }
    return (PyObject *)made;
}

static PyObject *
one_game_child(OneGame *self, PyObject *action)
{
    OneGame *made = (OneGame *)one_game_clone(self, NULL);
    int64_t number = made == NULL ? -1 : legal_action(made, action);

    if (number < 0 || advance(made, number, self->calls->ask_forced))
        Py_CLEAR(made);
    return (PyObject *)made;
}

/* The seat that is asked for, the one to decide for none; NO_SEAT and an exception if there is no such seat. */
static Py_ssize_t
seat_asked(OneGame *self, PyObject *asked)
{
    Py_ssize_t seat;

    if (asked == Py_None)
        return SEAT(self);
    seat = PyNumber_AsSsize_t(asked, NULL);
    if (seat >= 0 && seat < self->calls->seats)
        return seat;
    /* Of a type error the method below says more; other errors come from the user's own __index__. */
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        refused(PyObject_CallMethod((PyObject *)self, "_checked_seat", "(O)", asked));
    }
    return NO_SEAT;
}

static PyObject *
one_game_legal_actions(OneGame *self, PyObject *const *args, Py_ssize_t given)
{
    const char *mask = MASK(self);
    Py_ssize_t actions = self->calls->actions, count = 0, place = 0, action = 0, seat;
    uint64_t eight;
    PyObject *found;

    if (given > 1)
        return PyErr_Format(PyExc_TypeError, "legal_actions() takes a seat, not %zd arguments", given);
    seat = seat_asked(self, given ? args[0] : Py_None);
    if (seat == NO_SEAT)
        return NULL;
    if (seat != SEAT(self))
        return PyList_New(0);
    /* Each byte of the mask is 0 or 1: the product adds up eight of them in its highest byte. */
    for (; action + 8 <= actions; action += 8) {
        memcpy(&eight, mask + action, 8);
        count += (Py_ssize_t)((eight * UINT64_C(0x0101010101010101)) >> 56);
    }
    for (; action < actions; action++)
        count += mask[action];
    found = PyList_New(count);
    if (found == NULL)
        return NULL;
    for (action = 0; place < count && action < actions; action++) {
        PyObject *number;

        while (action + 8 <= actions && (memcpy(&eight, mask + action, 8), eight == 0))
            action += 8;
        if (action == actions || !mask[action])
            continue;
        number = PyLong_FromSsize_t(action);
        if (number == NULL) {
            Py_DECREF(found);
            return NULL;
        }
        PyList_SET_ITEM(found, place++, number);
    }
    /* Allocating may run a finaliser that plays this game, and then fewer actions are left than were counted. */
    if (place < count && PyList_SetSlice(found, place, count, NULL) < 0)
        Py_CLEAR(found);
    return found;
}

static PyObject *
one_game_mask(OneGame *self, PyObject *Py_UNUSED(ignored))
{
    return PyByteArray_FromStringAndSize(MASK(self), self->calls->actions);
}

/* Whether an observation of `size` entries can be written to an array; if so, `out` holds its buffer. */
static int
is_view(PyObject *array, Py_ssize_t size, Py_buffer *out)
{
    if (PyObject_GetBuffer(array, out, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) < 0) {
        PyErr_Clear();
        return 0;
    }
    if (out->ndim == 1 && out->shape[0] == size && strcmp(out->format, "f") == 0)
        return 1;
    PyBuffer_Release(out);
    return 0;
}

static PyObject *
one_game_observation_tensor(OneGame *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    Calls *calls = self->calls;
    void *result, *error = NULL;
    PyObject *asked = Py_None, *into = Py_None;
    Py_buffer out;
    Py_ssize_t seat, named = keywords == NULL ? 0 : PyTuple_GET_SIZE(keywords);

    if (count > 1)
        return PyErr_Format(PyExc_TypeError, "observation_tensor() takes a seat; name into=");
    if (count)
        asked = args[0];
    for (Py_ssize_t place = 0; place < named; place++) {
        PyObject *name = PyTuple_GET_ITEM(keywords, place);

        if (PyUnicode_CompareWithASCIIString(name, "into") == 0)
            into = args[count + place];
        else if (PyUnicode_CompareWithASCIIString(name, "seat") == 0 && !count)
            asked = args[count + place];
        else
            return PyErr_Format(PyExc_TypeError, "observation_tensor() takes seat and into, each once, not %U", name);
    }
    seat = seat_asked(self, asked);
    if (seat == NO_SEAT)
        return NULL;
    into = into == Py_None ? PyObject_CallNoArgs(calls->empty) : Py_NewRef(into);
    if (into == NULL)
        return NULL;
    if (!is_view(into, calls->view_size, &out)) {
        Py_DECREF(into);
        return refused(PyObject_CallMethod((PyObject *)self, "_refuse_array", NULL));
    }
    if (seat == NOBODY)
        memset(out.buf, 0, out.len);
    else if (failed(calls->observe(&result, &error, calls->box.buf, TABLE(self), seat,
                                   AS_ARRAY(out.buf, calls->view_size, sizeof(float)))))
        Py_CLEAR(into);
    PyBuffer_Release(&out);
    return into;
}

static PyObject *
one_game_current_player(OneGame *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(SEAT(self));
}

static PyObject *
one_game_is_terminal(OneGame *self, PyObject *Py_UNUSED(ignored))
{
    return PyBool_FromLong(SEAT(self) == NOBODY);
}

static PyObject *
one_game_bytes(OneGame *self, PyObject *Py_UNUSED(ignored))
{
    return PyBytes_FromStringAndSize(TABLE(self), self->calls->table_size);
}

static PyObject *
one_game_calls(OneGame *self, void *Py_UNUSED(ignored))
{
    return Py_NewRef(self->calls);
}

static PyGetSetDef one_game_attributes[] = {
    {"calls", (getter)one_game_calls, NULL, "What it shares with all games of its kind.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef one_game_methods[] = {
    {"_deal", (PyCFunction)one_game_deal, METH_O, "Deal the game of a seed."},
    {"_load", (PyCFunction)one_game_load, METH_O, "Replace the table by these bytes, which must be a playable one."},
    {"_blank", (PyCFunction)one_game_blank, METH_O | METH_CLASS, "A game that has not been dealt yet."},
    {"_lent", (PyCFunction)one_game_lent, METH_VARARGS | METH_CLASS,
     "The game in the arrays (tables, masks) of a batch, without a copy."},
    {"__bytes__", (PyCFunction)one_game_bytes, METH_NOARGS, "The table."},
    {"_mask", (PyCFunction)one_game_mask, METH_NOARGS, "A copy of the mask, one byte per action."},
    {"observation_tensor", (PyCFunction)(void (*)(void))one_game_observation_tensor, METH_FASTCALL | METH_KEYWORDS,
     "observation_tensor($self, seat=None, *, into=None)\n--\n\n"
     "(S,) float32 in [-1, 1]: what a seat may know, its own seat first.\n\n"
     "Args:\n    seat: None for the seat to decide; zeros when the game is over.\n"
     "    into: an array to fill instead of a new one.\n\n"
     "Raises:\n    HustingsError: for a seat out of range, or an array of another shape or type."},
    {"current_player", (PyCFunction)one_game_current_player, METH_NOARGS,
     "current_player($self)\n--\n\nThe seat to decide; -1 when the game is over."},
    {"is_terminal", (PyCFunction)one_game_is_terminal, METH_NOARGS,
     "is_terminal($self)\n--\n\nWhether the game is over."},
    {"legal_actions", (PyCFunction)(void (*)(void))one_game_legal_actions, METH_FASTCALL,
     "legal_actions($self, seat=None, /)\n--\n\n"
     "The legal actions of a seat, in order: none unless it is to decide.\n\n"
     "Args:\n    seat: None for the seat to decide.\n\n"
     "Raises:\n    HustingsError: for a seat out of range."},
    {"apply_action", (PyCFunction)one_game_apply_action, METH_O,
     "apply_action($self, action, /)\n--\n\n"
     "Do an action of the seat to decide, and everything that follows without a choice.\n\n"
     "Raises:\n    IllegalAction: naming seat, phase and action; the game has not changed."},
    {"clone", (PyCFunction)one_game_clone, METH_NOARGS,
     "clone($self)\n--\n\nA copy that goes on exactly as this one does."},
    {"child", (PyCFunction)one_game_child, METH_O,
     "child($self, action, /)\n--\n\nA copy in which the action has been done; this game does not change.\n\n"
     "Raises:\n    IllegalAction: as `apply_action`."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot one_game_slots[] = {
    {Py_tp_dealloc, one_game_dealloc},
    {Py_tp_traverse, one_game_traverse},
    {Py_tp_methods, one_game_methods},
    {Py_tp_getset, one_game_attributes},
    {Py_tp_doc, "One game."},
    {0, NULL},
};
static PyType_Spec one_game_spec = {"hustings.envs.core.native._one_game.OneGame", sizeof(OneGame), 1,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE |
                                        Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                    one_game_slots};

static int
one_game_exec(PyObject *module)
{
    PyObject *game;

    if (calls_type != NULL) {
        PyErr_SetString(PyExc_ImportError, "this module can be imported once a process");
        return -1;
    }
    calls_type = (PyTypeObject *)PyType_FromSpec(&calls_spec);
    if (calls_type == NULL || PyModule_AddObjectRef(module, "Calls", (PyObject *)calls_type) < 0)
        return -1;
    game = PyType_FromSpec(&one_game_spec);
    if (game == NULL || PyModule_AddObjectRef(module, "OneGame", game) < 0)
        return -1;
    Py_DECREF(game);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, one_game_exec}, {0, NULL}};
static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "_one_game", .m_doc = "One game as an object in C.", .m_slots = slots};

PyMODINIT_FUNC
PyInit__one_game(void)
{
    return PyModuleDef_Init(&module);
}
