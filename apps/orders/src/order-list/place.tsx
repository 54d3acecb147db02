import {
  createContext,
  use,
  useEffect,
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

/** Where a customer was in a list. */
interface Place {
  /** The accessible name of the list. */
  list: string;
  /** The first order on the screen, and its distance from the top. */
  index: number;
  topPx: number;
  /** The link by which the customer left. */
  href?: string | undefined;
}

/** The places of this page, by the key of their history entry. */
const places = new Map<string, Place>();

/**
 * The `sessionStorage` key of the last place, for a reload. The entry holds a position and the list's name, but no
 * order.
 */
const KEPT = 'portal-list-place';

const keep = (entry: string, { list, index, topPx }: Place): void => {
  try {
    sessionStorage.setItem(KEPT, [entry, index, topPx, list].join(' '));
  } catch {
    // Without storage, a reload starts at the top of the list.
  }
};

const readKept = (): string => {
  try {
    const kept = sessionStorage.getItem(KEPT) ?? '';
    sessionStorage.removeItem(KEPT);
    return kept;
  } catch {
    return '';
  }
};

const placeAt = (key: string): Place | undefined => {
  const [entry = '', index, topPx, ...list] = readKept().split(' ');
  if (list.length > 0)
    places.set(entry, { list: list.join(' '), index: Number(index), topPx: Number(topPx) });
  return places.get(key);
};

/** The place that the customer returns to. */
interface Arrival {
  /** The place to start at; undefined if it is in another list, or once the customer has arrived. */
  placeIn: (list: string) => Place | undefined;
  /** Scrolls to the place and focuses its link. Call it once the list is on the screen. */
  arrive: (list: string, element: Element) => void;
}

const arrivalAt = (place: Place | undefined): Arrival => {
  let awaited = place;
  const placeIn = (list: string) => (awaited?.list === list ? awaited : undefined);
  return {
    placeIn,
    arrive: (list, element) => {
      const found = placeIn(list);
      if (!found) return;
      awaited = undefined;
      const item = element.querySelector(`[data-index="${found.index}"]`);
      const px = item ? item.getBoundingClientRect().top - found.topPx : 0;
      if (Math.abs(px) >= 1) (scrollerOf(element) ?? window).scrollBy(0, px);
      const link = [...element.querySelectorAll('a')].find((a) => a.getAttribute('href') === found.href);
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
    const list = item.closest('[aria-label]')?.getAttribute('aria-label');
    if (bottom > 0 && list) return { list, index: Number(item.dataset['index']), topPx: Math.round(top) };
  }
  return undefined;
};

/**
 * Restores the place in the lists inside. Back and forward lead to the same orders, and focus the link that was opened;
 * a reload leads to the same orders.
 */
export const PlaceKeeper = ({ children }: PropsWithChildren) => {
  const box = useRef<HTMLDivElement>(null);
  const leftBy = useRef<string>(undefined);
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const [arrival] = useState(() => arrivalAt(isReturn ? placeAt(key) : undefined));

  const leave = useEffectEvent(() => {
    const place = firstOnScreen(box.current);
    if (place) places.set(key, { ...place, href: leftBy.current });
  });
  useLayoutEffect(() => () => leave(), []);

  const unload = useEffectEvent(() => {
    const place = firstOnScreen(box.current);
    if (place) keep(key, place);
  });
  useEffect(() => {
    const listener = () => unload();
    window.addEventListener('pagehide', listener);
    return () => window.removeEventListener('pagehide', listener);
  }, []);

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
