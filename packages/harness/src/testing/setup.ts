import '@portal/jest/browser/jsdom-gaps';
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';

// `findBy…` and `waitFor` give up after one second by default, too soon on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// Testing Library does this by itself only if `afterEach` is global when it loads.
afterEach(() => cleanup());
