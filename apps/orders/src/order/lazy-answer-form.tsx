import { Skeleton } from '@portal/theme';
import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const Form = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'answer' */ '../answer/answer-form')).AnswerForm,
}));

interface LazyAnswerFormProps extends ComponentProps<typeof Form> {
  /** Takes the place of a form that does not load. */
  fallback: ReactNode;
}

/** The form for an answer, in a chunk of its own. */
export const LazyAnswerForm = ({ fallback, ...form }: LazyAnswerFormProps) => (
  <ErrorBoundary fallback={fallback}>
    <Suspense fallback={<Skeleton variant="rounded" height={112} />}>
      <Form {...form} />
    </Suspense>
  </ErrorBoundary>
);
