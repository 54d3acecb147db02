import { Missing } from './missing';

/** A text from outside, whose direction is its own and not the page's; a dash where there is none. */
export const GivenText = ({ text }: { text: string | undefined }) =>
  text === undefined ? <Missing /> : <bdi>{text}</bdi>;
