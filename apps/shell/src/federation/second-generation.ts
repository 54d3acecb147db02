/**
 * Containers of module federation's second generation that are built with `externalRuntime` take the core of its runtime
 * from this global: those of other bundlers, and of remotes that were published when the shell had it in its bundle.
 */
const GLOBAL = '_FEDERATION_RUNTIME_CORE';

let missed = false;

const define = (core: PropertyDescriptor): void =>
  void Object.defineProperty(globalThis, GLOBAL, { configurable: true, ...core });

/** Keep the runtime of an embedder's page, if it has one. */
if (!(GLOBAL in globalThis))
  define({
    get: () => void (missed = true),
    set: (value: unknown) => define({ value, writable: true }),
  });

/** Whether a container looked for the runtime before it was there. */
export const isRuntimeMissed = (): boolean => missed;

/**
 * Loads the runtime, a chunk of the shell.
 * @throws webpack's `ChunkLoadError` when it doesn't arrive
 */
export const provideRuntime = async (): Promise<void> => {
  if (Object.getOwnPropertyDescriptor(globalThis, GLOBAL)?.value) return;
  const core = await import(/* webpackChunkName: 'federation' */ '@module-federation/runtime-core');
  define({ value: core, writable: true });
  missed = false;
};
