const { webcrypto } = require('node:crypto');

// jsdom has no SubtleCrypto. Node's is the one of browsers.
Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });
