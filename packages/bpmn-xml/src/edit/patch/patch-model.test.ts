// Operations change the bytes that they concern and no others, in whatever form a file is written, or are refused all together.
import { describe, expect, it } from 'vitest';
import { extension, file, inFile, patched, reasons, refusals, remove, set, text } from '../../testing/patching.ts';
import { utf8 } from '../../testing/texts.ts';
import type { PatchOperation } from './patch.types.ts';
import { patchModel } from './patch-model.ts';

describe('setting attributes', () => {
  it.each<[string, string, PatchOperation, string]>([
    ['replaces a value', '<process id="p" name="Old"/>', set('p', 'name', 'New'), '<process id="p" name="New"/>'],
    [
      'keeps quotes and blanks',
      "<process  id = 'p'\n name = 'Old' />",
      set('p', 'name', 'New'),
      "<process  id = 'p'\n name = 'New' />",
    ],
    [
      'escapes what the quotes would end',
      "<process id='p' name='x'/>",
      set('p', 'name', `a'b"<&>`),
      `<process id='p' name='a&apos;b"&lt;&amp;>'/>`,
    ],
    [
      'keeps line ends and tabs of a value',
      '<process id="p"/>',
      set('p', 'name', 'a\n\tb\r'),
      '<process id="p" name="a&#10;&#9;b&#13;"/>',
    ],
    [
      'adds behind the last one',
      '<process id="p" ></process>',
      set('p', 'name', 'New'),
      '<process id="p" name="New" ></process>',
    ],
    [
      'knows a name by its namespace',
      '<process id="p" xmlns:f="http://flowable.org/bpmn" f:x="1"/>',
      set('p', 'flowable:x', '2'),
      '<process id="p" xmlns:f="http://flowable.org/bpmn" f:x="2"/>',
    ],
    [
      'writes characters beyond the first plane',
      '<process id="p"/>',
      set('p', 'name', '\u{1F600}'),
      '<process id="p" name="\u{1F600}"/>',
    ],
    [
      'reaches a part without id',
      '<task id="t"><multiInstanceLoopCharacteristics/></task>',
      set('t', 'multiInstanceLoopCharacteristics/isSequential', 'true'),
      '<task id="t"><multiInstanceLoopCharacteristics isSequential="true"/></task>',
    ],
    [
      'reaches a shape',
      '<bpmndi:BPMNDiagram><bpmndi:BPMNPlane id="pl"/></bpmndi:BPMNDiagram>',
      set('pl', 'bpmnElement', 'p'),
      '<bpmndi:BPMNDiagram><bpmndi:BPMNPlane id="pl" bpmnElement="p"/></bpmndi:BPMNDiagram>',
    ],
    [
      'finds an id with blanks around it',
      '<process id=" p "/>',
      set('p', 'name', 'New'),
      '<process id=" p " name="New"/>',
    ],
  ])('setting an attribute %s', (_, before, operation, after) => {
    expect(inFile(before, operation)).toBe(after);
  });

  it('setting attributes of one element adds all of them, and the last of two of one name holds', () => {
    const operations = [set('p', 'name', 'a'), set('p', 'keelson:versionTag', '1'), set('p', 'name', 'b')];
    expect(inFile('<process id="p"/>', ...operations)).toBe('<process id="p" name="b" keelson:versionTag="1"/>');
  });

  it('setting what is said already changes nothing, and gives the very bytes back', () => {
    const bytes = utf8(file('<process id="p" name="a &amp; b"/>'));
    expect(patchModel(bytes, [set('p', 'name', 'x'), set('p', 'name', 'a & b')])).toEqual({ bytes });
    expect(patchModel(bytes, [])).toEqual({ bytes });
  });

  it('setting an attribute of a usual prefix declares it where nobody did', () => {
    const bare =
      '<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL"><b:process id="p"/></b:definitions>';
    expect(patched(bare, set('p', 'keelson:versionTag', '1'))).toBe(
      bare.replace('id="p"', 'id="p" xmlns:keelson="urn:keelson:bpmn:1" keelson:versionTag="1"'),
    );
  });
});

describe('setting texts', () => {
  it.each<[string, string, PatchOperation, string]>([
    [
      'replaces a documentation',
      '<task id="t"><documentation>old</documentation></task>',
      text('t', 'documentation', 'a < b & c ]]>'),
      '<task id="t"><documentation>a &lt; b &amp; c ]]&gt;</documentation></task>',
    ],
    [
      'keeps a section',
      '<scriptTask id="t"><script> <![CDATA[old]]>\n</script></scriptTask>',
      text('t', 'script', 'if (a < b) x[y[0]]>1'),
      '<scriptTask id="t"><script><![CDATA[if (a < b) x[y[0]]]]><![CDATA[>1]]></script></scriptTask>',
    ],
    [
      'leaves a section for what it cannot hold',
      '<scriptTask id="t"><script><![CDATA[old]]></script></scriptTask>',
      text('t', 'script', 'a\r<'),
      '<scriptTask id="t"><script>a&#13;&lt;</script></scriptTask>',
    ],
    [
      'leaves comments where they stand',
      '<task id="t"><documentation>a<!-- c -->b</documentation></task>',
      text('t', 'documentation', 'new'),
      '<task id="t"><documentation>new<!-- c --></documentation></task>',
    ],
    [
      'fills an empty element',
      '<task id="t"><documentation /></task>',
      text('t', 'documentation', 'new'),
      '<task id="t"><documentation >new</documentation></task>',
    ],
    [
      'reaches the text of an element itself',
      '<task id="t"><documentation id="d">old</documentation></task>',
      text('d', null, 'new'),
      '<task id="t"><documentation id="d">new</documentation></task>',
    ],
    [
      'reaches a timer of an event',
      '<startEvent id="s"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></startEvent>',
      text('s', 'timerEventDefinition/timeDuration', 'P2D'),
      '<startEvent id="s"><timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition></startEvent>',
    ],
    [
      'adds a documentation in front of all else',
      '<task id="t"><incoming>f</incoming></task>',
      text('t', 'documentation', 'new'),
      '<task id="t"><documentation>new</documentation><incoming>f</incoming></task>',
    ],
    [
      'adds a text behind what the schema has in front',
      '<scriptTask id="t"><documentation/><incoming>f</incoming></scriptTask>',
      text('t', 'script', '1'),
      '<scriptTask id="t"><documentation/><incoming>f</incoming><script>1</script></scriptTask>',
    ],
    [
      'opens an element of one tag',
      '<task id="t"/>',
      text('t', 'documentation', 'new'),
      '<task id="t"><documentation>new</documentation></task>',
    ],
    [
      'writes an expression as a formal one',
      '<sequenceFlow id="f"/>',
      text('f', 'conditionExpression', '${a > 1}'),
      '<sequenceFlow id="f"><conditionExpression xsi:type="tFormalExpression">${a &gt; 1}</conditionExpression></sequenceFlow>',
    ],
  ])('setting a text %s', (_, before, operation, after) => {
    expect(inFile(before, operation)).toBe(after);
  });

  it('setting a text writes it like its neighbours: prefix, indent and line ends', () => {
    const bare = [
      '<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL">',
      '  <b:process id="p">',
      '    <b:task id="t" />',
      '    <b:task id="u">',
      '      <b:incoming>f</b:incoming>',
      '    </b:task>',
      '    <b:sequenceFlow id="f" />',
      '  </b:process>',
      '</b:definitions>',
    ].join('\r\n');
    const operations = [
      text('t', 'documentation', 'one'),
      text('u', 'documentation', 'two'),
      text('f', 'conditionExpression', 'x'),
    ];
    const type = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="b:tFormalExpression"';
    expect(patched(bare, ...operations)).toBe(
      bare
        .replace(
          '<b:task id="t" />',
          '<b:task id="t" >\r\n      <b:documentation>one</b:documentation>\r\n    </b:task>',
        )
        .replace('<b:task id="u">', '<b:task id="u">\r\n      <b:documentation>two</b:documentation>')
        .replace(
          'id="f" />',
          `id="f" >\r\n      <b:conditionExpression ${type}>x</b:conditionExpression>\r\n    </b:sequenceFlow>`,
        ),
    );
  });

  it('setting a text goes on from the operations before it', () => {
    const twice = [text('t', 'documentation', 'one'), text('t', 'documentation', 'two')];
    expect(inFile('<task id="t"/>', ...twice)).toBe('<task id="t"><documentation>two</documentation></task>');
    const anew = [remove('t', 'documentation'), text('t', 'documentation', 'new')];
    expect(inFile('<task id="t"><documentation id="d">a</documentation></task>', ...anew)).toBe(
      '<task id="t"><documentation>new</documentation></task>',
    );
    expect(inFile('<task id="t"/>', text('t', 'documentation', 'new'), remove('t', 'documentation'))).toBe(
      '<task id="t"/>',
    );
  });

  it('setting the text of DMN works where it stands already', () => {
    const dmn =
      '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/"><inputEntry id="i"><text>1</text></inputEntry></definitions>';
    expect(patched(dmn, text('i', 'text', '> 2'))).toBe(dmn.replace('>1<', '>&gt; 2<'));
    expect(reasons(dmn, text('i', 'description', 'x'))).toEqual(['0 NOT_ALLOWED']);
  });
});

describe('setting extensions', () => {
  const LISTENERS =
    '<task id="t"><extensionElements><flowable:field name="a"/><x:y xmlns:x="urn:x"/><flowable:field name="b"/></extensionElements></task>';

  it.each<[string, string, PatchOperation, string]>([
    [
      'replaces those of its name, in their place',
      LISTENERS,
      extension('t', 'flowable:field', '<flowable:field name="c"/>'),
      '<task id="t"><extensionElements><flowable:field name="c"/><x:y xmlns:x="urn:x"/></extensionElements></task>',
    ],
    [
      'adds behind the others',
      LISTENERS,
      extension('t', 'keelson:call', '<keelson:call name="mail.send"/>'),
      LISTENERS.replace('</extensionElements>', '<keelson:call name="mail.send"/></extensionElements>'),
    ],
    [
      'replaces all without a name',
      LISTENERS,
      extension('t', null, '<a:b xmlns:a="urn:a">1</a:b>'),
      '<task id="t"><extensionElements><a:b xmlns:a="urn:a">1</a:b></extensionElements></task>',
    ],
    [
      'makes the place for it',
      '<task id="t"><documentation/><incoming>f</incoming></task>',
      extension('t', 'flowable:field', '<flowable:field name="c"/>'),
      '<task id="t"><documentation/><extensionElements><flowable:field name="c"/></extensionElements><incoming>f</incoming></task>',
    ],
    [
      'fills an empty place',
      '<task id="t"><extensionElements/></task>',
      extension('t', null, '<flowable:field name="c"/>'),
      '<task id="t"><extensionElements><flowable:field name="c"/></extensionElements></task>',
    ],
    [
      'takes them away',
      LISTENERS,
      remove('t', 'flowable:field'),
      '<task id="t"><extensionElements><x:y xmlns:x="urn:x"/></extensionElements></task>',
    ],
    ['takes all away', LISTENERS, remove('t', 'extensionElements'), '<task id="t"></task>'],
  ])('setting an extension %s', (_, before, operation, after) => {
    expect(inFile(before, operation)).toBe(after);
  });

  it('setting an extension of a usual prefix declares it where nobody did', () => {
    const bare = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><task id="t"/></definitions>';
    expect(patched(bare, extension('t', 'flowable:field', '<flowable:field name="c"/>'))).toBe(
      bare.replace(
        '<task id="t"/>',
        '<task id="t" xmlns:flowable="http://flowable.org/bpmn"><extensionElements><flowable:field name="c"/></extensionElements></task>',
      ),
    );
  });

  it.each<[string, string]>([
    ['that is not well-formed', '<flowable:field>'],
    ['that would leave its place', '</extensionElements><flowable:field/><extensionElements>'],
    ['with a document type', '<!DOCTYPE a [<!ENTITY b "c">]><flowable:field/>'],
    ['with an entity', '<flowable:field>&b;</flowable:field>'],
    ['of text', 'text'],
    ['of nothing', ' '],
    ['with a declaration of XML', '<?xml version="1.0"?><flowable:field/>'],
    ['with an element of BPMN', '<task/>'],
    ['of another name', '<flowable:other/>'],
    ['with a second name', '<flowable:field/><flowable:other/>'],
  ])('setting an extension refuses a fragment %s', (_, fragment) => {
    expect(reasons(file('<task id="t"/>'), extension('t', 'flowable:field', fragment))).toEqual(['0 FRAGMENT_INVALID']);
  });

  it('setting an extension refuses a prefix that nobody declares', () => {
    expect(
      reasons(file('<task id="t"/>'), extension('t', null, '<z:a/>'), extension('t', 'z:a', '<z:a xmlns:z="urn:z"/>')),
    ).toEqual(['0 PREFIX_UNDECLARED', '1 PREFIX_UNDECLARED']);
  });
});

describe('removing', () => {
  const DRAWN = `
    <process id="p">
      <laneSet><lane id="l"><flowNodeRef>s</flowNodeRef><flowNodeRef>t</flowNodeRef></lane></laneSet>
      <startEvent id="s"><outgoing>f</outgoing></startEvent>
      <task id="t" name="T"><incoming>f</incoming></task>
      <sequenceFlow id="f" sourceRef="s" targetRef="tns:t"/>
    </process>
    <bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p">
      <bpmndi:BPMNShape id="s_di" bpmnElement="s"/>
      <bpmndi:BPMNShape id="t_di" bpmnElement="t"/>
      <bpmndi:BPMNEdge bpmnElement="f" sourceElement="s_di" targetElement="t_di"/>
    </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
  `;

  it('removing an attribute takes the blanks in front of it along', () => {
    expect(inFile('<task id="t"\n  name="a"\n  default="f"/>', remove('t', 'name'))).toBe(
      '<task id="t"\n  default="f"/>',
    );
    expect(inFile('<task id="t" name="a" default="f"/>', remove('t', 'name'), remove('t', 'default'))).toBe(
      '<task id="t"/>',
    );
    expect(inFile('<task id="t" name="a"/>', remove('t', 'name'), set('t', 'default', 'f'))).toBe(
      '<task id="t" default="f"/>',
    );
  });

  it('removing an element takes its line, its shapes and its entries in lists along', () => {
    expect(inFile(DRAWN, remove('f'))).toBe(
      DRAWN.replace('<outgoing>f</outgoing>', '')
        .replace('<incoming>f</incoming>', '')
        .replace(/\n\s+<sequenceFlow.*\/>/, '')
        .replace(/\n\s+<bpmndi:BPMNEdge.*\/>/, ''),
    );
  });

  it('removing an element that something else needs is refused, and tells by whom', () => {
    expect(refusals(file(DRAWN), remove('t'))).toEqual([
      { operation: 0, reason: 'REFERENCED', detail: 'f names it by targetRef' },
    ]);
  });

  it('removing an element is fine once nothing else needs it', () => {
    const expected = DRAWN.replace(/\n\s+<task .*<\/task>/, '')
      .replace('<flowNodeRef>t</flowNodeRef>', '')
      .replace('"tns:t"', '"s"')
      .replace(/\n\s+<bpmndi:BPMNShape id="t_di".*\/>/, '')
      .replace(' targetElement="t_di"', '');
    expect(inFile(DRAWN, set('f', 'targetRef', 's'), remove('t'))).toBe(expected);
    const both = inFile(DRAWN, remove('t'), remove('f'));
    expect(both).not.toMatch(/["> ](?:t|f|t_di)["<]/);
    expect(both).toContain('<bpmndi:BPMNShape id="s_di" bpmnElement="s"/>');
  });

  it('removing all that a diagram shows takes the diagram along', () => {
    expect(inFile(DRAWN, remove('p')).trim()).toBe('');
  });

  it('removing an element ends the operations on it', () => {
    expect(reasons(file(DRAWN), remove('f'), set('f', 'name', 'x'))).toEqual(['1 ELEMENT_NOT_FOUND']);
    expect(inFile(DRAWN, set('f', 'name', 'x'), remove('f'))).not.toContain('name="x"');
  });

  it('removing the required child of an element is refused, a list of one is not', () => {
    const content =
      '<itemDefinition id="i"/><message id="m"/><interface><operation id="o"><inMessageRef>m</inMessageRef></operation></interface>';
    expect(refusals(file(content), remove('m'))).toEqual([
      { operation: 0, reason: 'REFERENCED', detail: 'o names it by inMessageRef' },
    ]);
  });

  it('removing a documentation and writing the text around it meet in no byte', () => {
    const before =
      '<sequenceFlow id="f"><conditionExpression>\n <documentation>d</documentation>\n x</conditionExpression></sequenceFlow>';
    expect(
      inFile(before, remove('f', 'conditionExpression/documentation'), text('f', 'conditionExpression', 'y')),
    ).toBe('<sequenceFlow id="f"><conditionExpression>y</conditionExpression></sequenceFlow>');
  });
});
