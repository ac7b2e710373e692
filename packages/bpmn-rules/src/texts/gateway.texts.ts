// What the rules of gateways say.
import type { RuleTexts } from '../rule-texts.ts';

export const GATEWAY_TEXTS = {
  'GWY-01': {
    marks: 'L',
    en: 'A gateway must merge or split: several incoming or several outgoing flows',
    tr: 'Geçit birleştirmeli ya da ayırmalı: birden çok giren ya da birden çok çıkan akış',
    help: 'Add a flow, or remove the gateway.',
  },
  'GWY-02': {
    marks: '',
    en: 'Converging gateway needs several incoming and at most one outgoing flow',
    tr: 'Birleştiren (converging) geçidin birden çok giren, en çok bir çıkan akışı olmalı',
    help: 'Correct gatewayDirection or the flows.',
  },
  'GWY-03': {
    marks: '',
    en: 'Diverging gateway needs several outgoing and at most one incoming flow',
    tr: 'Ayıran (diverging) geçidin birden çok çıkan, en çok bir giren akışı olmalı',
    help: 'Correct gatewayDirection or the flows.',
  },
  'GWY-04': {
    marks: '',
    en: 'Mixed gateway needs several of both',
    tr: 'Karışık (mixed) geçidin hem giren hem çıkan birden çok akışı olmalı',
    help: 'Correct gatewayDirection or the flows.',
  },
  'GWY-05': {
    marks: 'X',
    en: 'Flow {f} of the exclusive split has no condition and is not the default',
    tr: 'Dışlayıcı ayrımın {f} akışının koşulu yok ve varsayılan akış değil',
    help: 'Give the flow a condition, or make it the default of the gateway.',
  },
  'GWY-06': {
    marks: 'XL',
    en: 'Flow {f} of the inclusive split has no condition and is not the default',
    tr: 'Kapsayıcı ayrımın {f} akışının koşulu yok ve varsayılan akış değil',
    help: 'Give the flow a condition, or make it the default of the gateway.',
  },
  'GWY-07': {
    marks: '',
    en: 'An event-based gateway needs two or more outgoing flows',
    tr: 'Olay tabanlı geçidin en az iki çıkan akışı olmalı',
    help: 'Add a second event behind it.',
  },
  'GWY-08': {
    marks: '',
    en: 'Behind an event-based gateway only receive tasks and catch events of message, timer, signal, conditional, multiple; found {x}',
    tr: 'Olay tabanlı geçidin arkasında yalnızca alma görevleri ve mesaj, zamanlayıcı, sinyal, koşul, çoklu yakalayan olaylar olabilir; bulunan: {x}',
    help: 'Put a catch event between the gateway and the element.',
  },
  'GWY-09': {
    marks: '',
    en: '{x} behind an event-based gateway has another incoming flow',
    tr: 'Olay tabanlı geçidin arkasındaki {x} öğesinin başka bir giren akışı var',
    help: 'Lead the other flow elsewhere.',
  },
  'GWY-10': {
    marks: '',
    en: 'Message catch events and receive tasks are mixed behind one event-based gateway',
    tr: 'Bir olay tabanlı geçidin arkasında mesaj yakalayan olaylarla alma görevleri karışık',
    help: 'Use one of the two kinds.',
  },
  'GWY-11': {
    marks: '',
    en: 'A receive task behind an event-based gateway must not carry boundary events',
    tr: 'Olay tabanlı geçidin arkasındaki alma görevinde sınır olayı olamaz',
    help: 'Put the event behind the gateway instead.',
  },
  'GWY-12': {
    marks: '',
    en: 'Flows of an event-based gateway carry no conditions',
    tr: 'Olay tabanlı geçidin akışlarında koşul olamaz',
    help: 'Remove the condition.',
  },
  'GWY-13': {
    marks: '',
    en: 'eventGatewayType Parallel needs instantiate',
    tr: 'eventGatewayType Parallel için instantiate gerekir',
    help: 'Set instantiate="true", or eventGatewayType="Exclusive".',
  },
  'GWY-14': {
    marks: '',
    en: 'An instantiating event-based gateway must not have incoming flows',
    tr: 'Süreç başlatan olay tabanlı geçidin giren akışı olamaz',
    help: 'Remove the flow, or instantiate="true".',
  },
  'GWY-15': {
    marks: 'X',
    en: 'Behind an instantiating gateway only messages and signals: {x} has no instance to run in',
    tr: 'Süreç başlatan geçidin arkasında yalnızca mesaj ve sinyal olabilir: {x} için çalışacak örnek yok',
    help: 'Use a message or signal.',
  },
  'GWY-16': {
    marks: '',
    en: 'Complex gateway: activationCondition is not a boolean expression over its flows and data: {text}',
    tr: 'Karmaşık geçit: activationCondition, akışları ve verisi üzerinde mantıksal (boolean) bir ifade değil: {text}',
    help: 'Write a condition such as activationCount >= 2.',
  },
} as const satisfies RuleTexts;
