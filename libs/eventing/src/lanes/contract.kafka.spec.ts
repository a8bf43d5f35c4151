import { eventFeedContract } from '#bus/events/contract';
import { KafkaBench } from './testing/kafka-bench.js';

eventFeedContract('LogFeed over Kafka', () => KafkaBench.start(1));
