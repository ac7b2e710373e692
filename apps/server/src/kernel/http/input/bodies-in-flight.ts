// Bounds what the bodies of all requests take together: a few large ones each are fine, a hundred at once are not.
import { fail } from '../../request/errors.ts';

/** A request whose body bytes are counted, from the first byte until it is answered. */
export interface BodyHolder {
  /** Counts its bytes that are held. */
  bodyBytes: number;
}

/** A client that comes again after this long finds most of what is in flight answered. */
const RETRY_AFTER_SECONDS = 1;

export class BodiesInFlight {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Ends the request with 503 where all of them would take more than there is. */
  take(holder: BodyHolder, bytes: number): void {
    if (this.#bytes + bytes > this.#bytesMax) fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#bytes += bytes;
    holder.bodyBytes += bytes;
  }

  release(holder: BodyHolder): void {
    this.#bytes -= holder.bodyBytes;
    holder.bodyBytes = 0;
  }
}
