// Zod compiles object schemas with `new Function` if it may, and tries whether it may. Our content security
// policy forbids that, and would report the attempt as a violation (security R35). Zod reads this setting when
// its first module runs, so this file is the app's first import.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
