import { createContext, use } from 'react';

const MarksContext = createContext<RegExp | undefined>(undefined);

/** Highlights the matches of a pattern in all texts inside. Its one capturing group must be around the whole match. */
export const Marks = MarksContext.Provider;

/** A text with its matches highlighted. */
export const Marked = ({ text }: { text: string }) => {
  const marks = use(MarksContext);
  if (!marks) return text;
  // With a capturing group, `split` returns the matches at odd indexes.
  return text.split(marks).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
};
