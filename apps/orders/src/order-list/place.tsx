import {
  createContext,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type PropsWithChildren,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { scrollerOf } from '../screen/scroller';

/** The `location.state` of an order's screen: the address of the list that led to it. */
export interface FromList {
  list: string;
}

/** Reads the address of the list from the state of a history entry; undefined without one. */
export const readListAddress = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
    ? state.list
    : undefined;

/** Where a customer was in the list. */
interface Place {
  /** The first order on the screen, and its distance from the top. */
  index: number;
  topPx: number;
  /** The link by which the customer left. */
  href?: string | undefined;
}

/** The places of this page, by the key of their history entry. */
const places = new Map<string, Place>();

/** The place that the customer returns to. */
interface Arrival {
  placeAhead: () => Place | undefined;
  /** Scrolls to the place and focuses its link, once. Call it when the list is on the screen. */
  arrive: (list: Element) => void;
}

const arrivalAt = (place: Place | undefined): Arrival => {
  let awaited = place;
  return {
    placeAhead: () => awaited,
    arrive: (list) => {
      if (!awaited) return;
      const { index, topPx, href } = awaited;
      awaited = undefined;
      const item = list.querySelector(`[data-index="${index}"]`);
      const px = item ? item.getBoundingClientRect().top - topPx : 0;
      if (Math.abs(px) >= 1) (scrollerOf(list) ?? window).scrollBy(0, px);
      const link = [...list.querySelectorAll('a')].find((a) => a.getAttribute('href') === href);
      // Deferred, because the shell focuses the new screen in the same task.
      if (link) queueMicrotask(() => isInFocus(link) && link.focus({ preventScroll: true }));
    },
  };
};

/** Whether the focused element contains this one. If not, the focus is elsewhere, such as in the embedder's page. */
const isInFocus = (element: Element): boolean => {
  const root = element.getRootNode();
  const focused = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  return focused?.contains(element) ?? false;
};

const ArrivalContext = createContext<Arrival>(arrivalAt(undefined));

export const useArrival = (): Arrival => use(ArrivalContext);

const firstOnScreen = (box: Element | null): Place | undefined => {
  for (const item of box?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
    const { top, bottom } = item.getBoundingClientRect();
    if (bottom > 0) return { index: Number(item.dataset['index']), topPx: Math.round(top) };
  }
  return undefined;
};

/** Restores the place in the list inside: back and forward lead to the same orders, and focus the link that was opened. */
export const PlaceKeeper = ({ children }: PropsWithChildren) => {
  const box = useRef<HTMLDivElement>(null);
  const leftBy = useRef<string>(undefined);
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const [arrival] = useState(() => arrivalAt(isReturn ? places.get(key) : undefined));

  const leave = useEffectEvent(() => {
    const place = firstOnScreen(box.current);
    if (place) places.set(key, { ...place, href: leftBy.current });
  });
  useLayoutEffect(() => () => leave(), []);

  const noteLink = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null;
    leftBy.current = link?.getAttribute('href') ?? undefined;
  };
  return (
    <ArrivalContext value={arrival}>
      <div ref={box} onClickCapture={noteLink}>
        {children}
      </div>
    </ArrivalContext>
  );
};
