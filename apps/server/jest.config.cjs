module.exports = require('@portal/jest/node')();
