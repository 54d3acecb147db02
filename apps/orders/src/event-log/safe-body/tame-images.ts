/** Images of a body load when they are scrolled to; without a loadable source only their words stay. */
export const tameImages = (body: DocumentFragment): void => {
  for (const image of body.querySelectorAll('img')) {
    // The sanitiser lets `data:` through for images, whatever is said about addresses.
    if (!/^https?:/i.test(image.getAttribute('src') ?? '')) {
      image.replaceWith(image.alt);
      continue;
    }
    image.alt = image.alt.trim();
    image.setAttribute('loading', 'lazy');
    image.referrerPolicy = 'no-referrer';
  }
};
