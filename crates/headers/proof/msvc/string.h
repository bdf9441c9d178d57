/* What headers take from <string.h>, where a compiler has no library. */
#pragma GCC system_header
#if __has_include_next(<string.h>)
#include_next <string.h>
#elif !defined(SPACETIME_MSVC_STRING)
#define SPACETIME_MSVC_STRING
#ifdef __cplusplus
extern "C"
#endif
void *memcpy(void *to, const void *from, size_t bytes);
#endif
