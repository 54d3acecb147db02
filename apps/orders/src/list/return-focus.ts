import { useEffect, useRef, type MouseEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The link by which the customer left a history entry, by the entry's key. */
const followed = new Map<string, string>();

/** Whether the focused element contains this one. If not, the focus is elsewhere, such as in the embedder's page. */
const isInFocus = (element: Element): boolean => {
  const root = element.getRootNode();
  const focused = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  return focused?.contains(element) ?? false;
};

/** The props of a link that gets the focus when the customer comes back. That also scrolls an embedder's box to it. */
export const useReturnFocus = (path: string) => {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isReturn || followed.get(key) !== path) return;
    followed.delete(key);
    // Deferred, because the shell focuses the new screen in the same task.
    queueMicrotask(() => ref.current && isInFocus(ref.current) && ref.current.focus());
  }, [isReturn, key, path]);
  const onClick = (event: MouseEvent) => {
    // Such a click opens another tab: the customer stays in the list.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    followed.set(key, path);
  };
  return { ref, onClick };
};
