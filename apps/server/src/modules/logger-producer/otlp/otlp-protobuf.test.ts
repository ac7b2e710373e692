// Tests the reading of protobuf: what a message says, and that nothing comes of bytes that are none but a refusal.
import { expect, it } from 'vitest';
import { readOtlpProtobuf as readRecords } from './otlp-protobuf.ts';
import { encodeField, fieldsOf, ProtobufError } from './protobuf.ts';

const readOtlpProtobuf = (bytes: Uint8Array) => [...readRecords(bytes)].filter((read) => read !== null);
const message = (...fields: readonly (readonly [number, number | string | Uint8Array])[]): Uint8Array =>
  Buffer.concat(fields.map(([number, value]) => encodeField(number, value)));
const requestOf = (record: Uint8Array, resource: Uint8Array = message()): Uint8Array =>
  message([1, message([2, message([2, record])], [1, resource])]);
const pair = (name: string, value: Uint8Array): Uint8Array => message([1, name], [2, value]);

it('a resource and a scope without records are steps of their own, between which others are let in', () => {
  expect([...readRecords(Buffer.from('0a000a021200', 'hex'))]).toEqual([null, null, null]);
});

it('reads a record with its resource, wherever that stands, and passes over what it does not know', () => {
  const record = Buffer.concat([
    Buffer.from('090100000000000080', 'hex'),
    message([2, 13], [3, 'WARN'], [12, 'order.rejected'], [99, 'new']),
    message([5, message([1, 'Rejected.'])], [9, Buffer.from('0102030405060708090a0b0c0d0e0f10', 'hex')]),
    message([6, pair('list', message([5, message([1, message([1, 'a'])], [1, message([3, 7])])]))]),
    message([6, pair('map', message([6, message([1, pair('__proto__', message([2, 1]))])]))]),
    Buffer.from('4501000000', 'hex'),
  ]);
  const [read] = readOtlpProtobuf(requestOf(record, message([1, pair('service.name', message([1, 'shop']))])));
  expect(read).toMatchObject({
    timeNanos: 2n ** 63n + 1n,
    severityNumber: 13,
    severityText: 'WARN',
    eventName: 'order.rejected',
    body: 'Rejected.',
    traceId: '0102030405060708090a0b0c0d0e0f10',
    flags: 1,
    resource: { 'service.name': 'shop' },
    attributes: { list: ['a', 7] },
  });
  expect(JSON.stringify(read?.attributes.map)).toBe('{"__proto__":true}');
});

it('reads numbers whole: negative ones, those beyond 2^53 as text, and doubles that JSON does not have', () => {
  const values = [
    Buffer.from('18ffffffffffffffffff01', 'hex'),
    Buffer.from('18ffffffffffffffff7f', 'hex'),
    Buffer.from('21000000000000f07f', 'hex'),
    Buffer.from('21000000000000e03f', 'hex'),
  ];
  const record = message(...values.map((value, index) => [6, pair(`v${index}`, value)] as const));
  const [read] = readOtlpProtobuf(requestOf(record));
  expect(read?.attributes).toEqual({ v0: -1, v1: '9223372036854775807', v2: 'Infinity', v3: 0.5 });
});

it('refuses what is none: cut off, too long, of kinds that there are not, and nested without end', () => {
  const whole = requestOf(message([3, 'INFO'], [5, message([1, 'x'.repeat(300)])]));
  const unknown = [...Array(whole.length).keys()].filter((length) => {
    try {
      readOtlpProtobuf(whole.subarray(0, length));
      return false;
    } catch (error) {
      return !(error instanceof ProtobufError);
    }
  });
  expect(unknown).toEqual([]);
  const flood = Buffer.alloc(8_000_000, Buffer.from('7801', 'hex'));
  let deep = message([1, 'x']);
  for (let depth = 0; depth < 10_000; depth += 1) deep = message([5, message([1, deep])]);
  for (const bytes of [
    Buffer.from('0affffffff0f', 'hex'),
    Buffer.from('0bffffffffffffffffffffff', 'hex'),
    Buffer.from('08ffffffffffffffffffff01', 'hex'),
    Buffer.from('0000', 'hex'),
    requestOf(message([3, Buffer.from('ff', 'hex')])),
    requestOf(message([5, deep])),
    flood,
  ])
    expect(() => readOtlpProtobuf(bytes)).toThrow(ProtobufError);
});

it('makes nothing but records or a refusal of any bytes, in time that grows with them', () => {
  let seed = 42;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed;
  };
  for (let round = 0; round < 3_000; round += 1) {
    const bytes = Buffer.from(Array.from({ length: random() % 120 }, () => random() >> 7));
    const wrapped = round % 2 === 0 ? bytes : requestOf(bytes);
    try {
      expect(Array.isArray(readOtlpProtobuf(wrapped))).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(ProtobufError);
    }
  }
});

it('writes what it reads', () => {
  const written = Buffer.concat([encodeField(1, 300), encodeField(2, 'ş'), encodeField(3, 0), encodeField(4, '')]);
  expect(
    [...fieldsOf(written, { fields: 10 })].map(({ number, bits, bytes }) => [
      number,
      Number(bits),
      Buffer.from(bytes).toString(),
    ]),
  ).toEqual([
    [1, 300, ''],
    [2, 0, 'ş'],
  ]);
});
