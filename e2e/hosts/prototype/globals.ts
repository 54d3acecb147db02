/** Declares the globals that the package assigns: in a module, an assignment to an undeclared name throws. */
Object.assign(globalThis, { Class: undefined, $break: undefined });
