module.exports = require('@portal/jest/node')({
  testTimeout: 30_000,
  modulePathIgnorePatterns: ['<rootDir>/templates/'],
});
