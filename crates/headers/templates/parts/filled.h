/* The attacks, which are filled before main, once for the whole program. */
#define @NAME@_SETS 107648
#if defined(__cplusplus)
alignas(64) inline uint64_t @name@_attacks[@NAME@_SETS];
#elif defined(_MSC_VER)
__declspec(selectany) _Alignas(64) uint64_t @name@_attacks[@NAME@_SETS] = {0};
#else
extern uint64_t @name@_attacks[@NAME@_SETS];
__attribute__((weak)) _Alignas(64) uint64_t @name@_attacks[@NAME@_SETS];
#endif

