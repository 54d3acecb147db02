require('@testing-library/jest-dom');
const { configure } = require('@testing-library/dom');

// `findBy…` and `waitFor` give up after one second by default, too soon on a busy machine.
configure({ asyncUtilTimeout: 5000 });
