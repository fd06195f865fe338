// Zod compiles its object schemas with `new Function` where it may, and tries whether it may. Our content security
// policy forbids it, and the bare try would be reported as a violation (security R35). Zod reads this name when its
// first module runs, so this file is the first import of the app.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
