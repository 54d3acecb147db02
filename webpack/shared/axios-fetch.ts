/** Takes the place of axios's second adapter: browsers have the first one, XMLHttpRequest. axios says so if asked for it. */
export const getFetch = (): false => false;
