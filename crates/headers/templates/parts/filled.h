/* The attacks, which are filled before main, once for the whole program. */
#define @NAME@_SETS 107648
#ifdef __cplusplus
#define @NAME@_ALIGNED alignas(64)
#else
#define @NAME@_ALIGNED _Alignas(64)
#endif
#if defined(__cplusplus) && __cplusplus >= 201703L
alignas(64) inline uint64_t @name@_attacks[@NAME@_SETS];
#elif defined(_MSC_VER)
__declspec(selectany) @NAME@_ALIGNED
uint64_t @name@_attacks[@NAME@_SETS] = {0};
#else
extern uint64_t @name@_attacks[@NAME@_SETS];
@NAME@_ALIGNED __attribute__((weak))
uint64_t @name@_attacks[@NAME@_SETS];
#endif

