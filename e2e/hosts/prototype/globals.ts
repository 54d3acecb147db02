/** The package assigns them without a declaration, which a module must not. */
Object.assign(globalThis, { Class: undefined, $break: undefined });
