import { useMutation, useQueryClient, type DataTag } from '@tanstack/react-query';

/**
 * Saves a change and writes it into the response of a query, without a refetch; one change after the other.
 * @param write returns the response as it is after the change
 */
export const useSave = <Response, Change>(
  { queryKey }: { queryKey: DataTag<readonly unknown[], Response, Error> },
  save: (change: Change) => Promise<void>,
  write: (response: NonNullable<Response>, change: Change) => NonNullable<Response>,
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: save,
    scope: { id: queryKey.join(' ') },
    onSuccess: async (_result, change) => {
      // A fetch that started before the save would bring the old response back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Response>(queryKey, (response) => response && write(response, change));
    },
  });
};
