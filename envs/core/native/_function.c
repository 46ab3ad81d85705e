/* A function of a game's library, as Python calls it: numbers, records, arrays, and tuples of these, become a row
of slots, from which the library's own `call_NAME` takes what its function needs. A record is its address; an array
is laid out as Numba lays it out: (owner, parent, items, bytes of one, address, shape..., strides...). */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

#define MOST_PARTS 64
#define MOST_SLOTS 256
#define MOST_BUFFERS 32

typedef union {
    int64_t whole;
    double real;
} Slot;
typedef int32_t (*library_call)(const Slot *slots, int64_t *result);

/* One part of the arguments. Its kind is 'i' for a whole number, 'f' for a real one, 'r' for a record of `size` bytes,
't' for a tuple of the next `size` parts, or '1' to '4' for an array of that many dimensions with items of `size` bytes.
*/
typedef struct {
    char kind;
    Py_ssize_t size;
} Part;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    library_call call;
    PyObject *name;
    char result;
    int count;
    Part parts[MOST_PARTS + 1]; /* the last is of kind 0 */
} Function;

/* The arguments of one call while they are laid out. */
typedef struct {
    Slot slots[MOST_SLOTS];
    Py_buffer buffers[MOST_BUFFERS];
    int filled, held;
    const Part *part; /* the next */
} Row;

static int
fill_whole(Row *row, PyObject *given)
{
    PyObject *whole = PyNumber_Index(given);
    Slot *slot = &row->slots[row->filled++];
    int overflow;

    if (whole == NULL)
        return -1;
    slot->whole = PyLong_AsLongLongAndOverflow(whole, &overflow);
    /* From 2**63 on, seeds fit only unsigned; the rule reads the same 64 bits either way. */
    if (overflow > 0)
        slot->whole = (int64_t)PyLong_AsUnsignedLongLong(whole);
    Py_DECREF(whole);
    return PyErr_Occurred() ? -1 : 0;
}

static int
fill_real(Row *row, PyObject *given)
{
    double real = row->slots[row->filled++].real = PyFloat_AsDouble(given);

    return real == -1.0 && PyErr_Occurred() ? -1 : 0;
}

static int
wrong_type(void)
{
    PyErr_SetString(PyExc_TypeError, "an argument is not of the type that the function was compiled for");
    return -1;
}

static int
fill_record(Row *row, PyObject *given, Py_ssize_t size)
{
    Py_buffer *buffer = &row->buffers[row->held];

    if (PyObject_GetBuffer(given, buffer, PyBUF_SIMPLE) < 0)
        return -1;
    row->held++;
    row->slots[row->filled++].whole = (int64_t)(intptr_t)buffer->buf;
    return buffer->len == size ? 0 : wrong_type();
}

static int
fill_array(Row *row, PyObject *given, int dimensions, Py_ssize_t size)
{
    Py_buffer *buffer = &row->buffers[row->held];
    Slot *slots = &row->slots[row->filled];
    int64_t items = 1, stride = size;

    /* Without PyBUF_STRIDES an array that is not C-contiguous is refused: Numba's layout "C" assumes it. */
    if (PyObject_GetBuffer(given, buffer, PyBUF_ND) < 0)
        return -1;
    row->held++;
    if (buffer->ndim != dimensions || buffer->itemsize != size)
        return wrong_type();
    for (int axis = dimensions - 1; axis >= 0; axis--) {
        slots[5 + axis].whole = buffer->shape[axis];
        slots[5 + dimensions + axis].whole = stride;
        items *= buffer->shape[axis];
        stride *= buffer->shape[axis];
    }
    /* No owner and no parent: compiled code borrows the array and counts no references. */
    slots[0].whole = slots[1].whole = 0;
    slots[2].whole = items;
    slots[3].whole = size;
    slots[4].whole = (int64_t)(intptr_t)buffer->buf;
    row->filled += 5 + 2 * dimensions;
    return 0;
}

static int
fill(Row *row, PyObject *given)
{
    const Part *part = row->part++;

    switch (part->kind) {
    case 'i':
        return fill_whole(row, given);
    case 'f':
        return fill_real(row, given);
    case 'r':
        return fill_record(row, given, part->size);
    case 't':
        if (!PyTuple_Check(given) || PyTuple_GET_SIZE(given) != part->size)
            return wrong_type();
        for (Py_ssize_t place = 0; place < part->size; place++)
            if (fill(row, PyTuple_GET_ITEM(given, place)) < 0)
                return -1;
        return 0;
    default:
        return fill_array(row, given, part->kind - '0', part->size);
    }
}

static PyObject *
result_of(char kind, const int64_t *result)
{
    switch (kind) {
    case 'i':
        return PyLong_FromLongLong(result[0]);
    case 'b':
        return PyBool_FromLong(*(const char *)result);
    case '2':
        return Py_BuildValue("LL", (long long)result[0], (long long)result[1]);
    default:
        Py_RETURN_NONE;
    }
}

static PyObject *
function_vectorcall(PyObject *callable, PyObject *const *args, size_t flags, PyObject *names)
{
    Function *self = (Function *)callable;
    Row row;
    int64_t result[2] = {0, 0};
    int32_t status = 0;
    int right = 1;

    if (PyVectorcall_NARGS(flags) != self->count || (names != NULL && PyTuple_GET_SIZE(names)))
        return PyErr_Format(PyExc_TypeError, "%U() takes %d arguments by position", self->name, self->count);
    row.filled = row.held = 0;
    row.part = self->parts;
    for (int number = 0; right && number < self->count; number++)
        right = fill(&row, args[number]) == 0;
    if (right) {
        Py_BEGIN_ALLOW_THREADS
        status = self->call(row.slots, result);
        Py_END_ALLOW_THREADS
    }
    /* Held until here, so that another thread cannot free or resize an array during the call. */
    while (row.held)
        PyBuffer_Release(&row.buffers[--row.held]);
    if (status)
        PyErr_Format(PyExc_RuntimeError, "%U() has failed", self->name);
    return right && !status ? result_of(self->result, result) : NULL;
}

/* Parse parts such as "r664 1:8 t2 i f"; -1 if there are too many or one has no known kind. `inside` counts the parts
that still belong to a tuple and so are no arguments themselves. */
static int
read_parts(Function *self, const char *text)
{
    Py_ssize_t slots = 0, buffers = 0, count = 0, inside = 0;

    for (char *end; *text != '\0'; text = *end == ' ' ? end + 1 : end, count++) {
        Part *part = &self->parts[count];

        end = (char *)text + 1;
        part->kind = *text;
        if (count == MOST_PARTS || strchr("ifrt1234", *text) == NULL || (*text <= '9' && text[1] != ':'))
            return -1;
        if (*text == 'r' || *text == 't')
            part->size = strtol(text + 1, &end, 10);
        else if (*text <= '9')
            part->size = strtol(text + 2, &end, 10);
        self->count += inside == 0;
        inside += (*text == 't' ? part->size : 0) - (inside > 0);
        slots += *text <= '9' ? 5 + 2 * (*text - '0') : *text != 't';
        buffers += *text <= '9' || *text == 'r';
    }
    return slots <= MOST_SLOTS && buffers <= MOST_BUFFERS && inside == 0 ? 0 : -1;
}

static PyObject *
function_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"address", "name", "arguments", "result", NULL};
    unsigned long long address;
    PyObject *name;
    const char *arguments, *result;
    Function *made;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "KUss", names, &address, &name, &arguments, &result))
        return NULL;
    made = (Function *)type->tp_alloc(type, 0);
    if (made == NULL)
        return NULL;
    made->vectorcall = function_vectorcall;
    made->call = (library_call)(uintptr_t)address;
    made->name = Py_NewRef(name);
    made->result = *result;
    if (read_parts(made, arguments) < 0) {
        PyErr_Format(PyExc_ValueError, "%U: %s are no arguments", name, arguments);
        Py_CLEAR(made);
    }
    return (PyObject *)made;
}

static void
function_dealloc(Function *self)
{
    PyTypeObject *type = Py_TYPE(self);

    Py_XDECREF(self->name);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMemberDef function_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Function, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot function_slots[] = {
    {Py_tp_new, function_new},
    {Py_tp_dealloc, function_dealloc},
    {Py_tp_members, function_members},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_doc, "A function of a game's library, by its address, its name, and the kinds of its arguments and result."},
    {0, NULL},
};
static PyType_Spec function_spec = {"hustings.envs.core.native._function.Function", sizeof(Function), 0,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, function_slots};

/* Test what each level of x86-64 adds to the one before, as far as GCC and Clang can name it. */
static PyObject *
supports(PyObject *Py_UNUSED(module), PyObject *level)
{
    int has = 0;

#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
    __builtin_cpu_init();
    if (PyUnicode_CompareWithASCIIString(level, "x86-64-v2") == 0)
        has = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("popcnt");
    else if (PyUnicode_CompareWithASCIIString(level, "x86-64-v3") == 0)
        has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
              __builtin_cpu_supports("fma");
#endif
    return PyBool_FromLong(has);
}

static PyMethodDef functions[] = {
    {"supports", supports, METH_O, "supports($module, level, /)\n--\n\nWhether this processor runs code for a level of x86-64."},
    {NULL, NULL, 0, NULL},
};

static int
function_exec(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&function_spec);

    if (type == NULL || PyModule_AddObjectRef(module, "Function", type) < 0)
        return -1;
    Py_DECREF(type);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, function_exec}, {0, NULL}};
static struct PyModuleDef module = {.m_base = PyModuleDef_HEAD_INIT,
                                    .m_name = "_function",
                                    .m_doc = "Functions of the games' libraries.",
                                    .m_methods = functions,
                                    .m_slots = slots};

PyMODINIT_FUNC
PyInit__function(void)
{
    return PyModuleDef_Init(&module);
}
