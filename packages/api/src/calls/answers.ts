import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { isClientError } from '../http-error';
import type { calls } from '../wire/calls';
import { kindOf } from '../wire/event';
import { answerFileSchema, type ServiceOrder } from '../wire/schemas';
import { serviceOrdersOptions } from './service-orders';
import { post } from './sign-in';

/** An answer to a question about an order, or a message that nobody asked for. */
export type Answer = v.InferInput<typeof calls.answerOrder.request.body>;

/** A file that the server has, and that an answer names. */
export type AnswerFile = v.InferOutput<typeof answerFileSchema>;

/** POST /orders/answer: the same key is the same answer, also if it comes twice. */
export const answerOrder = (answer: Answer) => post('/orders/answer', answer);

/** The events of an order after an answer. In the list, one that only waits has no question, and an order at most one such. */
const withAnswered = (events: ServiceOrder['events'], question: string): ServiceOrder['events'] => {
  const hasQuestion = events.some(({ asks }) => asks?.id === question);
  return events.map((event) => {
    if (event.asks?.id === question) return { ...event, asks: { ...event.asks, answered: true } };
    const isAnswered = !hasQuestion && !event.asks && kindOf(event) === 'waiting';
    return isAnswered ? { ...event, kind: 'note' } : event;
  });
};

/** How long the company's system takes to receive an answer, usually. */
const DELIVERY_MS = 5000;

/** Answers, and loads the orders again: also after a refusal, which says that the order is not as it is shown. */
export const useAnswerOrder = () => {
  const queryClient = useQueryClient();
  const { queryKey } = serviceOrdersOptions;
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey });
    // The list, which no screen shows now, must not ask again when the customer goes back to it.
    void queryClient.refetchQueries({ queryKey, exact: true });
  };
  return useMutation({
    mutationFn: answerOrder,
    // Only the response may be lost. The same key is no second answer.
    retry: (failures, error) => failures === 0 && !isClientError(error),
    onSettled: reload,
    onSuccess: ({ success }, { serviceOrderNbr, question }) => {
      // The customer may go back to the list before it has loaded again.
      if (success && question !== undefined)
        queryClient.setQueryData(queryKey, (orders) =>
          orders?.map((order) =>
            order.ServiceOrderNbr === serviceOrderNbr
              ? { ...order, events: withAnswered(order.events, question) }
              : order,
          ),
        );
      // The order says then that the company has received it.
      setTimeout(reload, DELIVERY_MS);
    },
  });
};

interface Upload {
  file: File;
  signal: AbortSignal;
}

/** POST /orders/answer/files: stores a photo or PDF for an answer. */
export const uploadAnswerFile = async ({ file, signal }: Upload): Promise<AnswerFile> => {
  const form = new FormData();
  form.append('file', file);
  const { data } = await http.post<unknown>('/orders/answer/files', form, { signal });
  return v.parse(answerFileSchema, data);
};

/** Uploads a file; its signal ends that. */
export const useUploadAnswerFile = () => useMutation({ mutationFn: uploadAnswerFile });
