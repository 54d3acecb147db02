/** Every package's own configuration, in one run. */
module.exports = { projects: ['<rootDir>/apps/*', '<rootDir>/packages/*', '<rootDir>/lint'] };
