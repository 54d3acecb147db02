import { createContext, use } from 'react';

const MarksContext = createContext<RegExp | undefined>(undefined);

/** Marks what the customer searched for in all texts inside. The pattern has one group around all of it. */
export const Marks = MarksContext.Provider;

/** A text, with what the customer searched for marked. */
export const Marked = ({ text }: { text: string }) => {
  const marks = use(MarksContext);
  if (!marks) return text;
  // With a group, every second part is what the pattern has found.
  return text.split(marks).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
};
