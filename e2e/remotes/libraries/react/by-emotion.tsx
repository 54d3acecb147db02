/** @jsxImportSource @emotion/react */

/** A part whose styles are in emotion's css prop. */
export const ByEmotion = () => (
  <p css={{ borderInlineStart: '4px solid rgb(0, 128, 128)' }}>
    By emotion, built for {import.meta.env.MODE}
  </p>
);
