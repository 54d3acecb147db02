/** Replaces axios's `fetch` adapter, because browsers use XMLHttpRequest. axios reports this one as not supported. */
export const getFetch = (): false => false;
