/** A message as it goes out. */
export interface Message {
  /** Stays the same when a message is sent again, so that a receiver can tell. */
  id: string;
  to: string;
  /** For a mail; a text message has none. */
  subject: string;
  text: string;
  html: string;
}

/** One way to bring a message to a customer. Resolves when the message was accepted; else throws DeliveryError. */
export interface Driver {
  send: (message: Message) => Promise<void>;
}
