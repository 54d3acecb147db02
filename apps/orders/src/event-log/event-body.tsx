import { Box } from '@portal/theme';
import { useLayoutEffect, useRef } from 'react';
import { bodyStyles } from './body-styles';
import { safeBody } from './safe-body/safe-body';

/** The text of an event: HTML from outside, made safe at the moment it goes into the page. */
export const EventBody = ({ html }: { html: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(safeBody(html)), [html]);
  return <Box ref={box} dir="auto" sx={bodyStyles} />;
};
