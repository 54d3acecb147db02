import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';

const CONNECTIONS = 8;
/** The load before the measurement, which opens connections and compiles functions. */
const WARM_UP_SECONDS = 1;
/** The clock tick of /proc (USER_HZ is 100). */
const MS_PER_TICK = 10;

/** The CPU time that a process has used, threads included, in ms. */
const cpuMsOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Skip the name in parentheses, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
};

/** The resident memory of a process, in MB. */
export const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

export interface Target {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

/**
 * Sends requests to a process for `seconds`, over keep-alive connections.
 * @returns requests per second of the process's CPU time, which other load on the machine hardly affects
 */
export const requestsPerCpuSecond = async (
  { pid, url, headers }: Target,
  seconds: number,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
        answer.resume().once('end', resolve);
      });
      asked.once('error', reject).end();
    });
  const askFor = async (period: number): Promise<number> => {
    const until = performance.now() + period * 1000;
    let answered = 0;
    const connection = async () => {
      while (performance.now() < until) {
        await ask();
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return answered;
  };
  await askFor(WARM_UP_SECONDS);
  const before = await cpuMsOf(pid);
  const answered = await askFor(seconds);
  const used = (await cpuMsOf(pid)) - before;
  agent.destroy();
  return answered / (used / 1000);
};
