import { Suspense, useState, type PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface OverlayProps extends PropsWithChildren {
  open: boolean;
  /** Called if the chunk of the menu or drawer doesn't arrive, so that the next press tries again. */
  close: () => void;
}

/** Renders a menu or drawer once it has been opened, which loads its chunk. */
export const Overlay = ({ open, close, children }: OverlayProps) => {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <ErrorBoundary fallback={null} resetKeys={[open]} onError={close}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
};
