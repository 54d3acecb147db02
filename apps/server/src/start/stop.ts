import { setTimeout as sleep } from 'node:timers/promises';

/** Orchestrators wait some 30 seconds from SIGTERM to SIGKILL, the delay included. */
const LIMIT_SECONDS = 20;

interface Stop {
  /** Turns load balancers away, while customers are still served. Called only before a delay. */
  drain: () => void;
  /** From `drain` until `stop`, so that load balancers notice. */
  delaySeconds: number;
  stop: () => Promise<void>;
}

/**
 * Stops the process on SIGTERM (drain, delay, stop) and on Ctrl+C (without delay: a person waits). A second signal ends it
 * at once, and a time limit ends a stop that does not finish.
 */
export const stopOnSignals = ({ drain, delaySeconds, stop }: Stop) => {
  let hasBegun = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (hasBegun) process.exit(1);
    hasBegun = true;
    const delay = signal === 'SIGTERM' ? delaySeconds : 0;
    const giveUp = () => {
      console.error(`The portal did not stop within ${LIMIT_SECONDS} seconds. Exiting now.`);
      process.exit(1);
    };
    setTimeout(giveUp, (delay + LIMIT_SECONDS) * 1000).unref();
    if (delay > 0) {
      drain();
      await sleep(delay * 1000);
    }
    await stop();
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
};
