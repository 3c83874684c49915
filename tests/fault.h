/* SPDX-License-Identifier: MIT */
/* Put in front of every source by tests/mutants.py, which plants numbered faults; the one to commit is chosen at run time. */
#ifndef TESTS_FAULT_H
#define TESTS_FAULT_H

#define FAULT_MOST 4096

/* Written when the program begins; and which of them it has come by. */
extern int fault;
extern unsigned char fault_reached[FAULT_MOST];

#define FAULT(n) (fault_reached[n] = 1, fault == (n))
#define FAULT_GREATER(n, a, b) (FAULT(n) ? (a) >= (b) : (a) > (b))
#define FAULT_NOT_LESS(n, a, b) (FAULT(n) ? (a) > (b) : (a) >= (b))
#define FAULT_LESS(n, a, b) (FAULT(n) ? (a) <= (b) : (a) < (b))
#define FAULT_NOT_GREATER(n, a, b) (FAULT(n) ? (a) < (b) : (a) <= (b))

#endif
