/* The attacks, which @name@_init fills. C++ keeps them once. In C one file
 * defines @NAME@_TABLE before it includes this one, and so has them for all. */
#define @NAME@_SETS 107648
#ifdef __cplusplus
alignas(64) inline uint64_t @name@_attacks[@NAME@_SETS];
#else
extern uint64_t @name@_attacks[@NAME@_SETS];
#ifdef @NAME@_TABLE
_Alignas(64) uint64_t @name@_attacks[@NAME@_SETS];
#endif
#endif
