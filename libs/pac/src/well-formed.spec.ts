import { describe, expect, it } from '@jest/globals';
import { findMalformation } from './well-formed.js';

describe('XML from outside', () => {
  it('is read on where it is well-formed', () => {
    expect(
      findMalformation('<?xml version="1.0"?><a:b xmlns:a="u" c="&amp;&#x41;">t<!-- c --></a:b>'),
    ).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['a page of HTML', '<!DOCTYPE html><html><br></html>'],
    ['text', 'Service Unavailable'],
    ['an element that does not end', '<a><b></a>'],
    ['an answer that ends in its middle', '<a><b>text'],
    ['two roots', '<a/><b/>'],
    ['a prefix that nobody declared', '<x:a/>'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
    ['an entity that nobody declared', '<a>&e;</a>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
  ])('is not read on where it is %s', (_what, xml) =>
    expect(findMalformation(xml)).toEqual(expect.any(String)),
  );

  it('has limits of size, depth and count', () => {
    const deep = `${'<a>'.repeat(5)}${'</a>'.repeat(5)}`;
    expect(findMalformation(deep, { maxDepth: 5 })).toBeUndefined();
    expect(findMalformation(deep, { maxDepth: 4 })).toBe('more than 4 levels');
    expect(findMalformation(deep, { maxChars: 34 })).toBe('more than 34 characters');
    expect(findMalformation('<a b="1" c="2"/>', { maxNodes: 3 })).toBeUndefined();
    expect(findMalformation('<a b="1" c="2"/>', { maxNodes: 2 })).toBe('more than 2 elements and attributes');
    expect(findMalformation('<a>'.repeat(200_000))).toBe('more than 64 levels');
  });
});
