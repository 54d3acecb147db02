import type { createDispatcher } from '../messages/dispatcher';

/** Sends everything that is due. */
export const dispatchDue = async ({ lanes }: ReturnType<typeof createDispatcher>): Promise<void> => {
  await Promise.all(
    lanes.map(async ({ dispatch, finish }) => {
      while (await dispatch());
      await finish();
    }),
  );
};
