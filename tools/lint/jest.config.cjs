module.exports = require('@portal/jest/node')({ testMatch: ['<rootDir>/*.test.ts'] });
