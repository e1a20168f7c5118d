/* Numbers in from stdin, text out to stdout, each through one block of memory.
 *
 * A number is a run of decimal digits; between numbers only white space is allowed.
 * Anything else ends the program with exit code 2 and the line it stands on. */
#ifndef CONTEST_H
#define CONTEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

static char in_block[BLOCK], out_block[BLOCK];
static size_t in_next, in_end, out_end;
static long line_number = 1;

static _Noreturn void refuse(const char *expected) {
    fprintf(stderr, "line %ld: expected %s\n", line_number, expected);
    exit(2);
}

/* The next character, or -1 at the end of the input. */
static inline int next_char(void) {
    if (in_next == in_end) {
        in_end = fread(in_block, 1, BLOCK, stdin);
        in_next = 0;
        if (in_end == 0) return -1;
    }
    return (unsigned char)in_block[in_next++];
}

/* The next number, which must lie in least..most; `expected` says so in words. */
static inline long next_number(long least, long most, const char *expected) {
    int ch = next_char();
    while (ch == ' ' || ch == '\n' || ch == '\r' || ch == '\t') {
        line_number += ch == '\n';
        ch = next_char();
    }
    if (ch < '0' || ch > '9') refuse(expected);
    long number = 0;
    for (; ch >= '0' && ch <= '9'; ch = next_char()) {
        number = 10 * number + (ch - '0');
        if (number > most) refuse(expected);
    }
    if (ch != -1) in_next--; /* white space, or the fault, is for the next call */
    if (number < least) refuse(expected);
    return number;
}

static void flush_out(void) {
    if (fwrite(out_block, 1, out_end, stdout) != out_end || fflush(stdout) != 0) {
        fprintf(stderr, "cannot write the answers\n");
        exit(2);
    }
    out_end = 0;
}

/* Room for `length` (at most BLOCK) characters more; the caller adds what it wrote to out_end. */
static inline char *out_room(size_t length) {
    if (BLOCK - out_end < length) flush_out();
    return out_block + out_end;
}

#endif
