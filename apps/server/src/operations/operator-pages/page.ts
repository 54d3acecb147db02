import type { ReactNode } from 'react';
import type { UndeliveredAnswers } from '../../orders/customer-calls';
import type { Operator } from './operator-work';

/** Who looks at a page, and at what. */
export interface Look {
  operator: Operator;
  /** The customer, on pages about one; empty on others. */
  id: string;
  /** The order that they opened. */
  order?: string | undefined;
}

/** What a page shows. */
export interface Shown {
  /** Its heading, if that is not its name. */
  title?: string;
  content: ReactNode;
}

/** A page of the operator. */
export interface OperatorPage {
  path: string;
  name: string;
  /** The work that its reader must be allowed to do. */
  needs: string;
  /** The page in the menu that it belongs to; absent: it is there itself. */
  under?: string;
  show: (look: Look) => Promise<Shown>;
  /** What its form `find` finds: the path of the only thing, or what the page shows. */
  find?: (text: string) => Promise<Shown | string>;
  /** A file that the page links to, below `files/`. */
  file?: UndeliveredAnswers['file'];
}
