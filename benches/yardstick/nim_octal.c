/* The nim-sequence of an octal game, straightforwardly: every split is tried.
 * nim_octal CODE LENGTH, e.g. nim_octal 0.16 510000; prints a checksum of the values. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 3 || strncmp(argv[1], "0.", 2)) return 2;
    const char *digits = argv[1] + 2;
    long length = atol(argv[2]), count = (long)strlen(digits);
    static uint32_t seen[1 << 16];
    uint16_t *g = calloc(length + 1, sizeof *g);
    uint64_t sum = 0;
    for (long n = 0; n < length; n++) {
        uint32_t now = (uint32_t)n + 1;
        for (long k = 1; k <= count && k <= n; k++) {
            int digit = digits[k - 1] - '0';
            long rest = n - k;
            if (digit & 1 && rest == 0) seen[0] = now;
            if (digit & 2 && rest > 0) seen[g[rest]] = now;
            if (digit & 4)
                for (long a = 1; 2 * a <= rest; a++) seen[g[a] ^ g[rest - a]] = now;
        }
        uint16_t v = 0;
        while (seen[v] == now) v++;
        g[n] = v;
        sum = sum * 31 + v;
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
