import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const RUNTIME = require.resolve('@portal/remote-build/fast-refresh-runtime');

/** A module that must run before React DOM. Put it first in the entry of the shell, or of a remote that runs alone. */
export const FAST_REFRESH = `data:text/javascript,${encodeURIComponent(`import { start } from ${JSON.stringify(RUNTIME)}; start();`)}`;

/** Registers the components that the compiler has named in a module. `end` has `$refresh`, and `$own`, the exports. */
export const registered = (code: string, file: string, id: string, end: string): string => {
  // On the line of the first statement, so that the source map's lines stay valid.
  const before = [
    `import * as $refresh from ${JSON.stringify(RUNTIME)};`,
    `import * as $own from ${JSON.stringify(file)};`,
    `const $RefreshSig$ = $refresh.signature, $RefreshReg$ = $refresh.register(${JSON.stringify(id)});`,
  ].join(' ');
  return `${before} ${code}\n${end}\n`;
};

/** A rule, in development, that replaces edited components in the page and keeps their state. */
export const fastRefreshRule = (app: string, directory: string, swcLoader: string) => ({
  test: /\.tsx?$/,
  exclude: [/node_modules/, RUNTIME],
  enforce: 'post' as const,
  use: [
    { loader: require.resolve('@portal/remote-build/fast-refresh-loader'), options: { app, directory } },
    {
      loader: swcLoader,
      options: {
        // The JSX is compiled already, but swc registers components and their hooks only if the parser allows JSX.
        jsc: {
          parser: { syntax: 'ecmascript', jsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic', development: true, refresh: true } },
        },
      },
    },
  ],
});

/** The part of the compilers of webpack and Rspack used here. */
interface Compiler {
  options: { mode?: string | undefined; module: { rules: unknown[] } };
}

/** A remote's plugin: in development, the rule above. In a portal with React for production, the page loads again. */
export const fastRefresh = (app: string, directory: string, swcLoader: () => string) => ({
  apply({ options }: Compiler): void {
    if (options.mode === 'development')
      options.module.rules.push(fastRefreshRule(app, directory, swcLoader()));
  },
});
