// Real builds, each in a process of its own.
module.exports = require('@portal/jest/node')({ testMatch: ['<rootDir>/*.test.ts'], testTimeout: 120_000 });
